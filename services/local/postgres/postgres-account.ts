import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { readonly uid: number; readonly gid: number }

const namedAccount = (name: string): Account | undefined => {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name)
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

/**
 * PostgreSQL refuses to run as root. Returns the owner of the data folder or, for a new one, `postgres` or
 * `nobody`; undefined when we are not root. Throws when root has no such account.
 */
export const databaseAccount = (dataDir: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = namedAccount('postgres') ?? namedAccount('nobody')
  if (!account) throw new Error('Postgres does not run as root, and there is no account postgres or nobody.')
  return account
}

const isOpenTo = (path: string, { uid, gid }: Account): boolean => {
  const { mode, uid: owner, gid: group } = statSync(path)
  const shift = owner === uid ? 6 : group === gid ? 3 : 0
  const open = ((mode >> shift) & 1) === 1
  return open && (dirname(path) === path || isOpenTo(dirname(path), { uid, gid }))
}

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
})

/**
 * Returns the command line and spawn options that run `file` as `account`. Below a folder that only root may enter
 * (a clone in /root), setpriv grants the account the right to pass; without setpriv it throws.
 */
export const runAs = (
  account: Account | undefined,
  folders: readonly string[],
  file: string,
  args: readonly string[],
): { file: string; args: readonly string[]; uid?: number; gid?: number } => {
  if (!account) return { file, args }
  const closed = folders.find((folder) => !isOpenTo(folder, account))
  if (closed === undefined) return { file, args, ...account }
  if (!setpriv)
    throw new Error(
      `Postgres does not run as root, and its account ${account.uid} may not enter ${closed}. ` +
        'Use a folder that other accounts may enter, or start as an ordinary user.',
    )
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  return { file: setpriv, args: [...ids, ...rights, file, ...args] }
}
