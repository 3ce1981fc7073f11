import type { Query } from '#contract/endpoint.ts'
import { exportWorkspaces } from '#contract/workspaces/operator/list-export.ts'
import { ExportButton } from '#shared/export/ExportButton.tsx'
import { useExport } from '#shared/export/use-export.ts'
import { superAdminTexts } from '../texts.ts'

type Props = {
  /** The filters and the order of the list. */
  readonly query: Query<typeof exportWorkspaces>
}

/** The whole list, as filtered, for a spreadsheet. */
export const ExportList = ({ query }: Props) => {
  const text = superAdminTexts.use()
  const { bytes, start, cancel } = useExport(exportWorkspaces)
  return (
    <ExportButton bytes={bytes} onClick={() => void start({ query })} onCancel={cancel}>
      {text.csv}
    </ExportButton>
  )
}
