/**
 * About how many origins a run has looked up, each counted once: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007), within 4 % in one
 * KiB. Below some thousand origins it counts too many.
 */
const REGISTER_BITS: u32 = 10;
const REGISTERS: u32 = 1 << REGISTER_BITS;
/** The constant of the paper for so many registers, times their square. */
const FACTOR: f64 = (0.7213 / (1.0 + 1.079 / 1024.0)) * 1024.0 * 1024.0;
const registers: usize = memory.data(1024);

export function startDistinct(): void {
  memory.fill(registers, 0, REGISTERS);
}

/** @param hash spread over all 32 bits */
export function addDistinct(hash: u32): void {
  const at = registers + <usize>(hash & (REGISTERS - 1));
  const zeros = <u8>(1 + ctz<u32>((hash >>> REGISTER_BITS) | (1 << (32 - REGISTER_BITS))));
  if (zeros > load<u8>(at)) store<u8>(at, zeros);
}

export function countDistinct(): u32 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < REGISTERS; i++) sum += 1.0 / <f64>(1 << (<u32>load<u8>(registers + i)));
  return <u32>(FACTOR / sum);
}
