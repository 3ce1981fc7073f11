import type { Command } from './command.ts'
import { doctor } from './doctor/doctor.ts'
import { history } from './history.ts'
import { migrate } from './migrate.ts'
import { projections } from './projections/projections.ts'
import { restored } from './restored.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { sessions } from './sessions.ts'
import { takeOver } from './take-over.ts'
import { superAdmin } from './super-admin.ts'
import { writeEnv } from './write-env.ts'
import { UserFacingError, messageForUser } from '../local/user-facing-error.ts'
import { RoleRefused } from '#platform/postgres/runtime-role.ts'
import { isTransient } from '#platform/postgres/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { isRefused, NotMigrated } from '#platform/stores/stores.ts'
import { NotTakenOver } from '#platform/stores/taken-over.ts'

const commands: Readonly<Record<string, Command>> = {
  doctor,
  history,
  migrate,
  projections,
  restored,
  'rotate-master-key': rotateMasterKey,
  sessions,
  'super-admin': superAdmin,
  'take-over': takeOver,
  'write-env': writeEnv,
}

const usage = (): string => {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${`${name} ${command.usage}`.padEnd(34)} ${command.summary}`,
  )
  return ['npm run ops -- COMMAND', '', ...lines, ''].join('\n')
}

/** Turns connection and login errors into one line without a stack. */
const explain = (error: unknown): unknown => {
  if (error instanceof NotMigrated)
    return new UserFacingError(`${error.message}. Run: npm run ops -- migrate`)
  if (error instanceof NotTakenOver || error instanceof RoleRefused) return new UserFacingError(error.message)
  if (error instanceof Unavailable) return new UserFacingError(`${error.message}. Check EVENTSTORE_URL.`)
  if (isRefused(error)) return new UserFacingError('DATABASE_URL: the database refuses these credentials.')
  if (!isTransient(error)) return error
  const { code, message } = error as NodeJS.ErrnoException
  return new UserFacingError(
    `DATABASE_URL: the database does not answer (${code ?? message}). Start it, or correct the address.`,
  )
}

/** Runs the command that the arguments name, and returns the exit code: 0 is success, 2 is an unknown command. Prints errors. */
export const runCommand = async ([name, ...args]: readonly string[]): Promise<number> => {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(name === undefined ? usage() : `Unknown command ${name}.\n\n${usage()}`)
    return 2
  }
  try {
    return await command.run(args)
  } catch (error) {
    console.error(messageForUser(explain(error)))
    return 1
  }
}
