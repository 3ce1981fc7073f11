import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildWeb } from '../../services/local/web-build.ts'

/** The commit before which commands cost twice as much. */
export const PROGRAM_OF_BEFORE = '82b8c11533eb'

const here = resolve(import.meta.dirname, '../..')
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', here, ...args], { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })

/** Returns why the program of before cannot be measured, or null. */
export const noProgramOfBefore = (): string | null => {
  try {
    git('cat-file', '-e', `${PROGRAM_OF_BEFORE}^{commit}`)
    return null
  } catch {
    return `the history has no commit ${PROGRAM_OF_BEFORE}`
  }
}

/** Writes the program of before to a folder, with the packages of this one, and builds its web app. */
export const openProgramOfBefore = async (): Promise<{ readonly tree: string; close(): void }> => {
  const tree = mkdtempSync(join(tmpdir(), 'vieraugen-before-'))
  const close = () => rmSync(tree, { recursive: true, force: true })
  try {
    execFileSync('tar', ['-x', '-C', tree], { input: git('archive', PROGRAM_OF_BEFORE) })
    const packages = join(tree, 'node_modules')
    mkdirSync(packages)
    for (const name of readdirSync(join(here, 'node_modules')))
      // The build of its web app writes there.
      if (name !== '.cache') symlinkSync(join(here, 'node_modules', name), join(packages, name))
    await buildWeb(tree, new AbortController().signal)
    return { tree, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Returns the first of these files that a checkout has: the program of before keeps some elsewhere. */
export const firstOf = (tree: string, ...files: readonly string[]): string =>
  files.map((file) => join(tree, file)).find((file) => existsSync(file)) ?? join(tree, files[0]!)
