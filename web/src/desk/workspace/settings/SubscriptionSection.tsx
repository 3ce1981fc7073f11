import type { Workspace } from '#contract/workspaces.ts'
import { formatDate } from '../../../shared/format-time.ts'
import { SubscriptionChip } from '../../../shared/SubscriptionChip.tsx'
import { useLanguage } from '../../../shared/texts/language.ts'
import { Fact } from '../../../shared/SideDrawer.tsx'
import { settingsTexts } from './texts.ts'

type Props = { readonly workspace: Workspace }

/** Since when and until when the workspace may do everything. */
export const SubscriptionSection = ({ workspace }: Props) => {
  const { subscription: text } = settingsTexts.use()
  const language = useLanguage()
  return (
    <section className="card panel">
      <div className="panel-head">
        <h2>{text.title}</h2>
        <SubscriptionChip subscription={workspace.subscription} />
      </div>
      <dl className="fact-list numbers">
        <Fact name={text.since}>{formatDate(workspace.startDate, language)}</Fact>
        <Fact name={text.until}>
          {workspace.endDate ? formatDate(workspace.endDate, language) : text.open}
        </Fact>
        <Fact name={text.afterwards}>{text.limited}</Fact>
      </dl>
    </section>
  )
}
