import { createTexts } from '#shared/texts/create-texts.ts'

export const chartsTexts = createTexts(
  {
    label: 'Charts',
    loading: 'Loading the charts …',
    month: 'Month',
    ends: {
      title: 'Activity ends',
      none: 'No activity ends in the next twelve months.',
      unit: 'Months',
    },
    created: {
      title: 'New workspaces',
      none: 'No workspace was created in the last twelve months.',
      series: 'Workspaces',
    },
    joined: {
      title: 'New people',
      none: 'Nobody joined in the last twelve months.',
      series: 'People',
    },
    unit: 'Months in UTC',
  },
  {
    label: 'Diagramme',
    loading: 'Die Diagramme werden geladen …',
    month: 'Monat',
    ends: {
      title: 'Laufzeiten enden',
      none: 'In den nächsten zwölf Monaten endet keine Laufzeit.',
      unit: 'Monate',
    },
    created: {
      title: 'Neue Workspaces',
      none: 'In den letzten zwölf Monaten kam kein Workspace dazu.',
      series: 'Workspaces',
    },
    joined: {
      title: 'Neue Personen',
      none: 'In den letzten zwölf Monaten ist niemand beigetreten.',
      series: 'Personen',
    },
    unit: 'Monate in UTC',
  },
)
