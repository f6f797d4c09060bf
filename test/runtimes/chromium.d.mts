export declare function findChromium(): { command: string; version: string };
