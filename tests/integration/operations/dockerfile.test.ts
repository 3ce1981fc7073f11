import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { importsOf, reachedFrom, readSources, root } from '../../architecture/source-graph.ts'
import { mains } from '#support/processes/local-process.ts'
import { isLong } from '#support/rounds.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n')
  const stages = lines.filter((line) => line.startsWith('FROM '))
  const lastStage = lines.slice(lines.lastIndexOf(stages.at(-1)!))

  test('copies existing files that .dockerignore allows', () => {
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(sources).toEqual(expect.arrayContaining(['services', 'projections', 'migrations', 'web']))
    const letThrough = read('.dockerignore').split('\n')
    for (const source of sources) {
      expect(existsSync(join(root, source))).toBe(true)
      expect(letThrough).toContain(`!${source.split('/')[0]}`)
    }
    expect(letThrough).toContain('*')
  })

  const stage = lines.slice(lines.indexOf('FROM base AS web') + 1, lines.indexOf('FROM base AS packages'))

  test('copies into the stage of the web all that the web imports', () => {
    const copied = stage
      .filter((line) => line.startsWith('COPY '))
      .flatMap((line) => line.split(' ').slice(1, -1))
    const isCopied = (path: string) =>
      copied.some((source) => path === source || path.startsWith(`${source}/`))
    const sources = readSources()
    const web = [...sources.keys()].filter(
      (path) => path.startsWith('web/') && !/\/testing\/|\.test\.tsx?$/.test(path),
    )
    const imports = importsOf(sources, [...sources.keys()].filter(isCopied)).filter(
      ({ typeOnly }) => !typeOnly,
    )
    const ours = [...reachedFrom(web, imports)].filter((path) => !/^(npm|node):/.test(path))
    expect(ours.length).toBeGreaterThan(500)
    expect(ours.filter((path) => !isCopied(path))).toEqual([])
  })

  test.runIf(isLong())('builds the web from what its stage copies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vieraugen-image-'))
    for (const line of stage.filter((one) => one.startsWith('COPY '))) {
      const [sources, target] = [line.split(' ').slice(1, -1), line.split(' ').at(-1)!]
      for (const source of sources)
        cpSync(join(root, source), join(folder, target, target.endsWith('/') ? source : ''), {
          recursive: true,
          filter: (path) => !/\/web\/dist|\/node_modules|\.test\.tsx?$/.test(path),
        })
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const build = stage.findLast((line) => line.startsWith('RUN '))!.slice(4)
    execFileSync('sh', ['-c', build], { cwd: folder, stdio: 'pipe' })
    expect(readdirSync(join(folder, 'web/dist'))).toEqual(expect.arrayContaining(['index.html', 'm.html']))
    rmSync(folder, { recursive: true })
  })

  test('is built in stages from one pinned image, ends without root and with production packages', () => {
    const names = stages.flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? [])
    const images = stages.map((line) => line.split(' ')[1]!).filter((image) => !names.includes(image))
    const { node } = (JSON.parse(read('package.json')) as { dependencies: { node: string } }).dependencies
    expect(images).toEqual([`node:${node}-bookworm-slim`])
    expect(lastStage.findLast((line) => line.startsWith('USER '))).toBe('USER node')
    expect(lastStage.filter((line) => line.startsWith('RUN ')).length).toBe(0)
    expect(lines.find((line) => line.includes('npm ci --omit=dev'))).toBeDefined()
    const command = JSON.parse(lastStage.find((line) => line.startsWith('CMD '))!.slice(4)) as string[]
    expect(existsSync(join(root, command[1]!))).toBe(true)
  })

  test(
    'compiles the code of every process beforehand, where the processes look for it',
    { timeout: 90_000 },
    async () => {
      const compiled = lines.slice(lines.indexOf('FROM product AS compiled') + 1)
      const [, folder, command] = /^RUN NODE_COMPILE_CACHE=(\S+) (.*)$/m.exec(compiled.join('\n'))!
      expect(lastStage).toContain(`COPY --from=compiled --chown=node:node ${folder!} compiled`)
      expect(lastStage).toContain('ENV NODE_COMPILE_CACHE=/app/compiled')
      // Node keeps the code by account and by path.
      expect(compiled[0]).toBe('USER node')
      expect([lastStage[0], ...lines]).toEqual(expect.arrayContaining(['FROM product', 'WORKDIR /app']))

      const cache = mkdtempSync(join(tmpdir(), 'vieraugen-compiled-'))
      /** What a process prints until its end. Without settings that comes once its code is loaded. */
      const printed = async (NODE_COMPILE_CACHE: string, ...words: readonly string[]): Promise<string> => {
        const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE }
        const ended = promisify(execFile)(process.execPath, words, { cwd: root, env })
        const { stdout } = await ended.catch((error: unknown) => error as { stdout: string })
        return stdout
      }
      expect(await printed(cache, ...command!.split(' ').slice(1))).toContain('modules are compiled')
      const told =
        'process.moduleLoadList.some((name) => name.includes("amaro")) ? "compiles" : "finds its code"'
      const tells = `--import=data:text/javascript,process.on("exit", () => process.stdout.write(${told}))`
      const all = [...Object.values(mains), 'services/ops/main.ts']
      const said = await Promise.all(all.map((main) => printed(cache, tells, main)))
      for (const [n, main] of all.entries())
        expect([main, said[n]]).toEqual([main, expect.stringMatching(/finds its code$/)])
      expect(await printed(join(cache, 'empty'), tells, 'services/ops/main.ts')).toMatch(/compiles$/)
      rmSync(cache, { recursive: true })
    },
  )
})
