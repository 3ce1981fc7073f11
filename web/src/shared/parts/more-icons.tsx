import { line } from './icons.tsx'

/** Apart from the other icons, which the sign-in pages load too. */

export const InboxIcon = line(
  'M4 13.5L6.5 6a1.5 1.5 0 0 1 1.4-1h8.2a1.5 1.5 0 0 1 1.4 1L20 13.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13.5h4.5l1.5 2.5h4l1.5-2.5H20',
)
export const OverviewIcon = line('M4.5 19.5h15M7 16v-4M12 16V6M17 16v-7')
export const ListIcon = line('M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01')
export const SwitchIcon = line('M8 9.5l4-4 4 4M8 14.5l4 4 4-4')
