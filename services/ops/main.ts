import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { migrate } from './migrate.ts'
import { projections } from './projections.ts'
import { restored } from './restored.ts'
import { writeEnv } from './write-env.ts'
import { toldAs } from '../local/start-refused.ts'

const commands: Readonly<Record<string, Command>> = {
  doctor,
  migrate,
  projections,
  restored,
  'write-env': writeEnv,
}

const usage = (): string => {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${`${name} ${command.usage}`.padEnd(34)} ${command.summary}`,
  )
  return ['npm run ops -- COMMAND', '', ...lines, ''].join('\n')
}

const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(name === undefined ? usage() : `There is no command ${name}.\n\n${usage()}`)
    return 2
  }
  try {
    return await command.run(args)
  } catch (error) {
    console.error(toldAs(error))
    return 1
  }
}

process.exit(await main(process.argv.slice(2)))
