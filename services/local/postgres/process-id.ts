import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A pid is reused after a crash or a reboot; pid and start time together are not. */
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

/** Returns state letter and start time. The name in parentheses may itself contain spaces and parentheses. */
const stateAndStart = (pid: number): readonly [string, string] => {
  if (!isLinux) {
    const [state = '', ...startedAt] = ps(pid, 'stat=,lstart=').split(/\s+/)
    return [state, startedAt.join(' ')]
  }
  const stat = readProc(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [fields[0] ?? '', fields[19] ?? '']
}

/** Returns the process with this pid; null when there is none or only a zombie. */
export const findProcess = (pid: number): ProcessId | null => {
  const [state, startedAt] = stateAndStart(pid)
  return startedAt === '' || state.startsWith('Z') ? null : { pid, startedAt }
}

export const isRunning = ({ pid, startedAt }: ProcessId): boolean => findProcess(pid)?.startedAt === startedAt

/** Returns program and arguments; empty when the process has ended. */
export const commandLine = (pid: number): string =>
  isLinux ? readProc(pid, 'cmdline').replaceAll('\0', ' ') : ps(pid, 'command=')

export const thisProcess = (): ProcessId => {
  const self = findProcess(process.pid)
  if (!self) throw new Error('This system does not say when a process was started.')
  return self
}
