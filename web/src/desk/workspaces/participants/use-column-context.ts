import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Change } from '#contract/workspaces/change.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { commonTexts } from '#shared/texts/common.ts'
import { useLanguage, type Language } from '#shared/texts/language.ts'
import { participantsTexts } from './texts.ts'

/** What the columns need to format their values. The same object as long as nothing in it changes. */
export type ColumnContext = {
  readonly text: ReturnType<typeof participantsTexts.use>
  readonly common: ReturnType<typeof commonTexts.use>
  readonly language: Language
  readonly timeZone: string
  readonly ownUserId: string | null
  /** The change that waits for each participant, by participant id. */
  readonly waiting: ReadonlyMap<string, Change>
}

export const useColumnContext = (timeZone: string, pending: readonly Change[]): ColumnContext => {
  const text = participantsTexts.use()
  const common = commonTexts.use()
  const language = useLanguage()
  const user = useQuery({ ...endpointQuery(currentUser), staleTime: 300_000 })
  const ownUserId = user.data?.id ?? null
  return useMemo(() => {
    const waiting = new Map(pending.map((change) => [change.target.id, change]))
    return { text, common, language, timeZone, ownUserId, waiting }
  }, [text, common, language, timeZone, ownUserId, pending])
}
