import { useCallback, useSyncExternalStore } from 'react'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { formatAgo } from '../texts/format-time.ts'
import { standingOf, subscribeToFollowing, type Standing } from '../api/read-models.ts'
import { commonTexts, useText } from '../texts/common.ts'
import { useLanguage, type Language } from '../texts/language.ts'

/** As a string, so that it renders again only on a change. */
const useStanding = (): Standing => {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => {
      const later = notifyManager.batchCalls(listener)
      const stops = [cache.subscribe(later), subscribeToFollowing(later)]
      return () => stops.forEach((stop) => stop())
    },
    [cache],
  )
  return JSON.parse(
    useSyncExternalStore(subscribe, () => JSON.stringify(standingOf(cache.getAll()))),
  ) as Standing
}

type Text = ReturnType<typeof commonTexts.use>['readModels']

const linesOf = (standing: Standing, text: Text): readonly string[] => {
  const { isFollowing, isLost, cause, hasRows } = standing
  const isSaid = isFollowing && cause === 'read-model.behind'
  return [
    ...(isFollowing ? [text.following] : []),
    ...(cause && !isSaid ? [text[cause]] : []),
    ...(cause && !isSaid && hasRows ? [text.kept] : []),
    ...(isLost && !cause ? [text.lost] : []),
  ]
}

const ageOf = (minutes: number, text: Text, language: Language): string =>
  minutes < 1 ? text.asOfNow : text.asOf(formatAgo(minutes, language))

/** Explains why data is missing or old, and disappears by itself. Once on every page that reads. */
export const ReadModelNotice = () => {
  const standing = useStanding()
  const text = useText().readModels
  const language = useLanguage()
  const lines = linesOf(standing, text)
  const { minutesOld } = standing
  return (
    <div role="status">
      {(lines.length > 0 || minutesOld !== null) && (
        <div className="notice read-models">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {minutesOld !== null && <p className="muted">{ageOf(minutesOld, text, language)}</p>}
        </div>
      )}
    </div>
  )
}
