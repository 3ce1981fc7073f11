import type { Change } from '#contract/workspaces/change.ts'
import { UserText } from '../parts/UserText.tsx'
import { changeWords, targetOf, titleOf } from './change-words.ts'

/** What a change does, in one line. */
export const ChangeTitle = ({ change }: { readonly change: Change }) => {
  const words = changeWords.use()
  const title = titleOf(change, words)
  if (typeof title === 'string') return <>{title}</>
  return <UserText words={title}>{targetOf(change, words)}</UserText>
}
