import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../local/data-folder.ts'
import { StartRefused } from '../local/start-refused.ts'
import type { Command } from './command.ts'
import { randomToken } from '#platform/ids.ts'

const EMPTY_SECRET = /^(\w+_(?:SECRET|KEY|PASSWORD)|PEPPER)=$/gm

/** Never over a file that is there: its secrets open what is stored. */
const writeNew = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new StartRefused(`${path} is there already, and stays as it is.`)
    throw new StartRefused(`${path} cannot be written (${code}).`)
  }
}

export const writeEnv: Command = {
  usage: 'FILE',
  summary: 'settings as in .env.example, with fresh secrets',
  run: async ([file]) => {
    if (file === undefined) throw new StartRefused('npm run ops -- write-env FILE')
    const path = resolve(file)
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    writeNew(
      path,
      example.replaceAll(EMPTY_SECRET, (_, key: string) => `${key}=${randomToken()}`),
    )
    console.log(`${path} is written. Set PUBLIC_BASE_URL and SMTP_URL, and keep a copy of its secrets.`)
    return 0
  },
}
