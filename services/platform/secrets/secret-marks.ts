import type { Knex } from 'knex'
import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'
import { isGiven } from '../config/process-secrets.ts'
import { parseKeyRing } from '../config/key-ring.ts'
import { markMasterKey, unfitMasterKeys } from './master-keys.ts'

/** A secret differs from the one that the stored data was made with. */
export class SecretChanged extends Error {}

type Secrets = Pick<Config, 'ADDRESS_KEY' | 'CHECKPOINT_KEY' | 'PASSWORD_KEY' | 'MASTER_KEY'>
type Mark = { readonly name: string; readonly mark: string }

/** A mark is an HMAC that identifies a secret, of those that this process is given. Master keys have their own marks. */
const marksOf = (secrets: Secrets): readonly Mark[] => [
  ...(['ADDRESS_KEY'] as const)
    .filter((key) => isGiven(secrets, key))
    .map((key) => ({ name: key, mark: hmac(secrets[key], 'mark', key) })),
  ...(['PASSWORD_KEY', 'CHECKPOINT_KEY'] as const)
    .filter((ring) => isGiven(secrets, ring))
    .flatMap((ring) =>
      parseKeyRing(secrets[ring]).all.map(({ number, secret }) => ({
        name: `${ring} (number ${number})`,
        mark: hmac(secret, 'mark', ring),
      })),
    ),
]

/** Returns the names of the secrets that differ from the database's marks. */
export const changedSecrets = async (db: Knex, secrets: Secrets): Promise<readonly string[]> => {
  const rows: Mark[] = await db('secret_marks')
  const stored = new Map(rows.map(({ name, mark }) => [name, mark]))
  const masters = await unfitMasterKeys(db, parseKeyRing(secrets.MASTER_KEY))
  return [
    ...marksOf(secrets)
      .filter(({ name, mark }) => (stored.get(name) ?? mark) !== mark)
      .map(({ name }) => name),
    ...masters.map((number) => `MASTER_KEY (number ${number})`),
  ]
}

/**
 * The first start stores marks of its secrets. A later one with other secrets could read nothing and would add data that the right
 * secrets cannot open, so this throws SecretChanged.
 */
export const requireSecrets = async ({
  db,
  config,
}: {
  readonly db: Knex
  readonly config: Secrets
}): Promise<void> => {
  await db('secret_marks').insert(marksOf(config)).onConflict('name').ignore()
  await markMasterKey(db, parseKeyRing(config.MASTER_KEY))
  const others = await changedSecrets(db, config)
  if (others.length > 0)
    throw new SecretChanged(
      `${others.join(', ')}: this database was made with another one. Bring that one back.`,
    )
}
