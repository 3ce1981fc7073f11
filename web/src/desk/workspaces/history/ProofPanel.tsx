import IconButton from '@mui/material/IconButton'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { deviceName } from '#contract/accounts/device-name.ts'
import { CopyIcon } from '#shared/parts/icons.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { auditTexts } from './texts/audit-texts.ts'

/** The evidence of an entry: its origin and its place in the hash chain. Does not verify the chain. */
export const ProofPanel = ({ entry }: { readonly entry: HistoryEntry }) => {
  const { details, columns, assurances } = auditTexts.use()
  const assurance = entry.assurance as keyof typeof assurances | null
  return (
    <dl className="proof numbers">
      {assurance && <Fact name={details.assurance}>{assurances[assurance] ?? assurance}</Fact>}
      {entry.device && (
        <Fact name={details.device}>
          <span title={entry.device}>{deviceName(entry.device) || entry.device}</span>
        </Fact>
      )}
      {entry.ip && <Fact name={details.ip}>{entry.ip}</Fact>}
      {entry.requestId && <Copied name={details.requestId} value={entry.requestId} />}
      <Copied name={details.id} value={entry.id} />
      <Copied name={columns.hash} value={entry.hash} />
      {entry.previousHash && <Copied name={details.previousHash} value={entry.previousHash} />}
    </dl>
  )
}

/** Shows both ends of a long value and copies all of it. */
const Copied = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const text = auditTexts.use()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value)
    showToast({ message: text.copied, severity: 'success' })
  }
  return (
    <Fact name={name}>
      <code title={value}>{value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-8)}` : value}</code>
      <IconButton aria-label={text.copy(name)} onClick={() => copy().catch(showError)}>
        <CopyIcon />
      </IconButton>
    </Fact>
  )
}
