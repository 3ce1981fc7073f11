import type { GermanState } from '#contract/workspaces/approving/holiday-regions.ts'

const german: Readonly<Record<GermanState, string>> = {
  'DE-BW': 'Baden-Württemberg',
  'DE-BY': 'Bayern',
  'DE-BE': 'Berlin',
  'DE-BB': 'Brandenburg',
  'DE-HB': 'Bremen',
  'DE-HH': 'Hamburg',
  'DE-HE': 'Hessen',
  'DE-MV': 'Mecklenburg-Vorpommern',
  'DE-NI': 'Niedersachsen',
  'DE-NW': 'Nordrhein-Westfalen',
  'DE-RP': 'Rheinland-Pfalz',
  'DE-SL': 'Saarland',
  'DE-SN': 'Sachsen',
  'DE-ST': 'Sachsen-Anhalt',
  'DE-SH': 'Schleswig-Holstein',
  'DE-TH': 'Thüringen',
}

/** Browsers know names of countries only. */
export const STATE_NAMES = {
  de: german,
  en: {
    ...german,
    'DE-BY': 'Bavaria',
    'DE-HE': 'Hesse',
    'DE-MV': 'Mecklenburg-Western Pomerania',
    'DE-NI': 'Lower Saxony',
    'DE-NW': 'North Rhine-Westphalia',
    'DE-RP': 'Rhineland-Palatinate',
    'DE-SN': 'Saxony',
    'DE-ST': 'Saxony-Anhalt',
    'DE-TH': 'Thuringia',
  },
} as const
