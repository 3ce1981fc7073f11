import { runCommand } from './run-command.ts'

process.exit(await runCommand(process.argv.slice(2)))
