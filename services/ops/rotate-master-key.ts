import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { parseKeyRing } from '#platform/config/key-ring.ts'
import { rotateMasterKey as rotate } from '#platform/secrets/master-keys.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'

export const rotateMasterKey: Command = {
  usage: '',
  summary: 'rewraps every data key with the newest MASTER_KEY, while processes with both keys run',
  run: async () => {
    const found = await openOpsDatabase()
    const db = openDatabase(found.databaseUrl)
    try {
      const ring = parseKeyRing(found.config.MASTER_KEY)
      await requireSecrets({ db, config: found.config })
      const { number, rewrapped, removed } = await rotate(db, ring)
      if (removed.length === 0 && rewrapped === 0) {
        console.log(`Nothing to rotate: number ${number}, the newest of MASTER_KEY, wraps every data key.`)
        return 0
      }
      console.log(`${rewrapped} data keys are now wrapped with number ${number}.`)
      console.log(`Remove number ${removed.join(', ')} from MASTER_KEY everywhere.`)
      return 0
    } finally {
      await db.destroy()
      await found.close()
    }
  },
}
