import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { readSetting } from '#platform/config/read-setting.ts'
import { migrate as applyMigrations } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'

/** With DATABASE_URL or MIGRATE_DATABASE_URL it needs no other setting, so the migrating process need not know the secrets. */
const withDatabase = async (work: (url: string, runtimeUrl?: string) => Promise<void>): Promise<void> => {
  const runtimeUrl = readSetting(process.env, 'DATABASE_URL')
  const owner = readSetting(process.env, 'MIGRATE_DATABASE_URL')
  if (owner) return work(owner, runtimeUrl)
  if (runtimeUrl) return work(runtimeUrl)
  const found = await openOpsDatabase()
  try {
    await work(found.databaseUrl)
  } finally {
    await found.close()
  }
}

export const migrate: Command = {
  usage: '',
  summary: 'applies all missing migrations, and gives the role of DATABASE_URL its rights',
  run: async () => {
    await withDatabase((url, runtimeUrl) => applyMigrations(url, createLogger('info'), runtimeUrl))
    console.log('All migrations are applied.')
    return 0
  },
}
