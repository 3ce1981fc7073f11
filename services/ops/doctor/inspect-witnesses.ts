import type { Finding } from './finding.ts'
import { witnessesIn } from '#platform/config/witness-settings.ts'
import type { Platform } from '#platform/platform.ts'

type Counted = { readonly witness: string; readonly outcome: string; readonly logs: string }

const ADVICE: Readonly<Record<string, string>> = {
  contradicted:
    'contradicted: a witness has seen another history. Somebody changed the past, or newer entries are lost. Keep its checkpoint and ours.',
  unproved: 'unproved: rows of audit logs are missing or contradict each other. Run: doctor --all',
  unreached: 'unreached: check the address in WITNESSES, and ask who runs the witness.',
  refused: 'refused: the witness has another key for these logs, or WITNESSES has another key for it.',
}

/** Says what the witnesses of WITNESSES last did with the audit logs. That one does not watch some of them is no problem. */
export const inspectWitnesses = async ({ config, db }: Pick<Platform, 'config' | 'db'>): Promise<Finding> => {
  const witnesses = witnessesIn(config)
  if (witnesses.length === 0) return { name: 'Witnesses', text: 'none' }
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `SELECT witness, CASE WHEN contradicted_at IS NOT NULL THEN 'contradicted' ELSE coalesce(trouble, 'signed') END AS outcome,
      count(*) AS logs FROM witnessed_logs WHERE witness = ANY(?) GROUP BY 1, 2 ORDER BY 1, 2`,
    [witnesses.map(({ verifierKey }) => verifierKey)],
  )
  const more = witnesses.map(({ verifierKey, key }) => {
    const own = rows.filter(({ witness }) => witness === verifierKey)
    return `${key.name}: ${own.map(({ outcome, logs }) => `${logs} ${outcome}`).join(', ') || 'has seen nothing yet'}`
  })
  const advice = Object.keys(ADVICE).flatMap((key) =>
    rows.some(({ outcome }) => outcome === key) ? ADVICE[key]! : [],
  )
  return { name: 'Witnesses', text: '', more, advice, isWrong: advice.length > 0 }
}
