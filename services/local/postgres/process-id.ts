import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Numbers are given out again after a crash or a restart; number and start time together are not. */
export type ProcessId = { readonly pid: number; readonly startedAt: string }

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const ps = (pid: number, fields: string): string => {
  try {
    const env = { ...process.env, LC_ALL: 'C' }
    return execFileSync('ps', ['-o', fields, '-p', String(pid)], { encoding: 'utf8', env }).trim()
  } catch (error) {
    if (typeof (error as { status?: unknown }).status === 'number') return ''
    throw error
  }
}

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return ''
    throw error
  }
}

const isLinux = process.platform === 'linux'

/** State letter and start time; the name in parentheses may hold spaces and parentheses of its own. */
const stateAndStart = (pid: number): readonly [string, string] => {
  if (!isLinux) {
    const [state = '', ...startedAt] = ps(pid, 'stat=,lstart=').split(/\s+/)
    return [state, startedAt.join(' ')]
  }
  const stat = readProc(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [fields[0] ?? '', fields[19] ?? '']
}

/** The process that has this number now; null when there is none (one that only waits to be reaped has ended). */
export const findProcess = (pid: number): ProcessId | null => {
  const [state, startedAt] = stateAndStart(pid)
  return startedAt === '' || state.startsWith('Z') ? null : { pid, startedAt }
}

export const isRunning = ({ pid, startedAt }: ProcessId): boolean => findProcess(pid)?.startedAt === startedAt

/** Program and arguments; empty when the process has ended. */
export const commandLine = (pid: number): string =>
  isLinux ? readProc(pid, 'cmdline').replaceAll('\0', ' ') : ps(pid, 'command=')

/** Ourselves. */
export const thisProcess = (): ProcessId => {
  const self = findProcess(process.pid)
  if (!self) throw new Error('This system does not say when a process was started.')
  return self
}
