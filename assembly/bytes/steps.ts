/**
 * Counts the turns of every loop whose length depends on input, in the `steps` build only (COUNT_STEPS is a constant
 * of asconfig.json), so that tests fit growth to counts and not to time. In the release build it folds to nothing.
 */
let taken: u64 = 0;

export function countTurn(): void {
  if (COUNT_STEPS) taken += 1;
}

export function stepsTaken(): f64 {
  return <f64>taken;
}

export function resetSteps(): void {
  taken = 0;
}
