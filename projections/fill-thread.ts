import { setPriority } from 'node:os'

// No request waits for it. Only Linux sets the priority of a single thread.
if (process.platform === 'linux') setPriority(19)

// Only now, because loading the program takes two seconds of processor time.
await import('./fill-builds.ts')
