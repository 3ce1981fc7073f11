import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, temporaryFolder } from './local-process.ts'

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Returns the commit that stands `back` commits before this one, or the reason why there is none. */
export const findOlderCommit = (back: number): { readonly commit: string } | { readonly why: string } => {
  try {
    return { commit: git('rev-parse', '--verify', '--short', `HEAD~${back}`) }
  } catch {
    return { why: `the history here has fewer than ${back} commits` }
  }
}

/**
 * Puts the program of a commit into a temporary folder and returns the folder. It runs on the packages that are installed here,
 * and shows the pages that are built here.
 */
export const unpackProgram = (commit: string): string => {
  const folder = join(temporaryFolder(), 'program')
  mkdirSync(folder)
  execFileSync('tar', ['x', '-C', folder], {
    input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 }),
  })
  for (const shared of ['node_modules', 'web/dist']) symlinkSync(join(root, shared), join(folder, shared))
  return folder
}
