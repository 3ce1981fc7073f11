import { createTexts } from '../../shared/texts/create-texts.ts'

export const superAdminTexts = createTexts(
  {
    title: 'Operation',
    lead: 'Where the read models of this service are. The list of all workspaces, with their activity periods, comes with a later version.',
    loading: 'Loading read models…',
    caption: 'Read models and their builds',
    columns: { build: 'Read model', state: 'State', behind: 'Facts behind' },
    states: {
      active: 'is read',
      building: 'is being built',
      ready: 'is ready',
      previous: 'was read before',
      held: 'is read, waits for a newer program',
    },
    parked: (count: number) => `${count} set aside`,
    share: (percent: number) => `${percent} %`,
  },
  {
    title: 'Betrieb',
    lead: 'Wie weit die Lesemodelle dieses Dienstes sind. Die Liste aller Workspaces mit ihren Laufzeiten kommt mit einer späteren Version.',
    loading: 'Lesemodelle werden geladen …',
    caption: 'Lesemodelle und ihre Fassungen',
    columns: { build: 'Lesemodell', state: 'Stand', behind: 'Fakten zurück' },
    states: {
      active: 'wird gelesen',
      building: 'wird gebaut',
      ready: 'ist bereit',
      previous: 'wurde vorher gelesen',
      held: 'wird gelesen, wartet auf ein neueres Programm',
    },
    parked: (count) => `${count} beiseitegelegt`,
    share: (percent) => `${percent} %`,
  },
)
