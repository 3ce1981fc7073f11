import { expect, test } from 'vitest'
import { projections } from '#projections/index.ts'
import { startProjector } from '#projections/projector.ts'
import { showBuilds } from '../../../services/local/show-builds.ts'
import { buildAnew, activeBuildName } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct } from '#support/product/product.ts'

test('shows the progress of builds on the terminal, and clears the line', async () => {
  const { platform, projector, person, close } = await openProduct()
  try {
    await person()
    await projector.caughtUp()
    await projector.stop()
    const { name } = await buildAnew(platform.db, projections[0]!)

    const written: string[] = []
    const output = { isTTY: true, write: (text: string) => written.push(text) > 0 }
    const shown = showBuilds(platform, output, new AbortController().signal)
    await eventually(() => expect(written.at(-1)).toContain(`${name} 0 %`))

    const again = await startProjector(platform)
    await shown
    await again.caughtUp()
    expect(await activeBuildName(platform.db, projections[0]!.name)).toBe(name)
    await again.stop()
    expect(written.at(-1)).toBe('\r\u001b[K')
  } finally {
    await close()
  }
})

test('shows nothing without a build', async () => {
  const { platform, close } = await openProduct()
  const written: string[] = []
  const output = { isTTY: true, write: (text: string) => written.push(text) > 0 }
  await showBuilds(platform, output, new AbortController().signal)
  expect(written).toEqual([])
  await close()
})
