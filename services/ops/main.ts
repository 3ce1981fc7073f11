import { setPriority } from 'node:os'
import { runCommand } from './run-command.ts'

const words = process.argv.slice(2)
// A build may take long, and no request waits for it.
if (words[0] === 'projections') setPriority(5)

process.exit(await runCommand(words))
