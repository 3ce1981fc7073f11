/** What the inbox shows once it is usable: together, because one comes soon after the other. */
export { KindWords } from '#shared/kinds/KindWords.tsx'
export { ChosenBar } from './ChosenBar.tsx'
export { OverdueHint } from './drawer/OverdueHint.tsx'
export { InboxDrawer } from './drawer/InboxDrawer.tsx'
