import { readFileSync } from 'node:fs'

export type Env = Readonly<Record<string, string | undefined>>

/** Returns the value of `KEY`, or the trimmed contents of the file that `KEY_FILE` names. */
const valueOrFile = (env: Env, key: string): string | undefined => {
  const value = env[key]
  const file = env[`${key}_FILE`]
  if (value && file) throw new Error(`${key}: is given, and so is ${key}_FILE`)
  if (value || !file) return value || undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new Error(`${key}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

/** `new URL` does not read the addresses of a cluster, because they have several hosts. */
const ACCOUNT = /^([a-z+]+:\/\/[^:@/?]+)(:[^@/?]*)?@/

const withPassword = (url: string, password: string, key: string): string => {
  const [start, account, given] = ACCOUNT.exec(url) ?? []
  if (given) throw new Error(`${key}: is given, and its address has a password too`)
  return start ? url.replace(start, () => `${account}:${encodeURIComponent(password)}@`) : url
}

/**
 * Returns a setting, or undefined if it is not set. A value may stand in a file that `KEY_FILE` names (container secrets). The
 * account in an address `NAME_URL` gets the password `NAME_PASSWORD`. Throws if a value or a password is given twice, or a file
 * cannot be read.
 */
export const readSetting = (env: Env, key: string): string | undefined => {
  const value = valueOrFile(env, key)
  if (value === undefined || !key.endsWith('_URL')) return value
  const passwordKey = key.replace(/URL$/, 'PASSWORD')
  const password = valueOrFile(env, passwordKey)
  return password === undefined ? value : withPassword(value, password, passwordKey)
}
