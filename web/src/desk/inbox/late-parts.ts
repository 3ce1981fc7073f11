import { lazy } from 'react'

const late = () => import('./inbox-late.ts')
export const ChosenBar = lazy(async () => ({ default: (await late()).ChosenBar }))
export const InboxDrawer = lazy(async () => ({ default: (await late()).InboxDrawer }))
export const OverdueHint = lazy(async () => ({ default: (await late()).OverdueHint }))
/** The list works without them. */
export const KindWords = lazy(() =>
  late().then(
    (parts) => ({ default: parts.KindWords }),
    () => ({ default: () => null }),
  ),
)
