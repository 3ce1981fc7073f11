import { createErasures } from '#platform/secrets/erasures.ts'

/** Writes erasures to a ledger as fast as it can, without keys. */
const [, , path, name, count] = process.argv
const keys = { toSeal: async () => [], toRead: async () => new Map(), erase: async () => {} }
const erasures = createErasures(keys, path, { now: () => new Date() })
for (let i = 0; i < Number(count); i += 1) await erasures.erase({ subject: `person:${name}-${i}` })
