import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileStore } from '#platform/files/file-store.ts'

async function* partsOf(...parts: readonly Uint8Array[]) {
  yield* parts
}

async function* breakingOff(...parts: readonly Uint8Array[]) {
  yield* parts
  throw new Error('gone')
}

/** The tests for every place that keeps files. */
export const fileStoreContract = (name: string, store: () => FileStore): void => {
  const read = async (id: string) => {
    const parts = []
    for await (const part of store().read(id)) parts.push(part)
    return Buffer.concat(parts)
  }

  test(`${name} gives back the bytes of a file in their order, and those of no other`, async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const parts = [randomBytes(300_000), randomBytes(1), randomBytes(70_000)]
    await Promise.all([
      store().write(one, partsOf(...parts)),
      store().write(other, partsOf(Buffer.from('other'))),
    ])
    expect((await read(one)).equals(Buffer.concat(parts))).toBe(true)
    expect(String(await read(other))).toBe('other')
  })

  test(`${name} keeps nothing of a file that breaks off`, async () => {
    const id = randomUUID()
    await expect(store().write(id, breakingOff(randomBytes(9), randomBytes(9)))).rejects.toThrow('gone')
    expect(await read(id)).toHaveLength(0)
  })

  test(`${name} removes files for good, and does so again without harm`, async () => {
    const [one, other, kept] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [one, other, kept]) await store().write(id, partsOf(Buffer.from(id)))
    await store().remove([one, other, randomUUID()])
    await store().remove([one])
    expect([await read(one), await read(other), String(await read(kept))]).toEqual([
      Buffer.alloc(0),
      Buffer.alloc(0),
      kept,
    ])
  })

  test(`${name} refuses a second file with the same id, and keeps the first`, async () => {
    const id = randomUUID()
    await store().write(id, partsOf(Buffer.from('first')))
    await expect(store().write(id, partsOf(Buffer.from('second')))).rejects.toThrow('duplicate key')
    expect(String(await read(id))).toBe('first')
  })
}
