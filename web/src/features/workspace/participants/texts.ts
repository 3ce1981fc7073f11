import { createTexts } from '../../../shared/texts/create-texts.ts'

export const participantsTexts = createTexts(
  {
    caption: 'Participants of the workspace',
    loading: 'Loading participants …',
    filter: 'Filter participants',
    count: (shown: number, all: number) =>
      shown === all ? `${all} participants` : `${shown} of ${all} participants`,
    none: 'There are no participants yet.',
    noHits: 'No participant matches the filter.',
    clear: 'Clear filter',
    erased: 'Deleted account',
    you: 'you',
    columns: {
      email: 'E-mail',
      role: 'Role',
      active: 'Active',
      approver: 'Approver',
      requester: 'Requester',
      invite: 'Invitation',
      joined: 'Joined',
    },
    invite: { pending: 'pending', accepted: 'accepted', expired: 'expired', revoked: 'revoked' },
    sortBy: (column: string) => `Sort by ${column}`,
  },
  {
    caption: 'Mitglieder des Workspace',
    loading: 'Mitglieder werden geladen …',
    filter: 'Mitglieder filtern',
    count: (shown, all) => (shown === all ? `${all} Mitglieder` : `${shown} von ${all} Mitgliedern`),
    none: 'Es gibt noch keine Mitglieder.',
    noHits: 'Kein Mitglied passt zum Filter.',
    clear: 'Filter leeren',
    erased: 'Gelöschtes Konto',
    you: 'Sie',
    columns: {
      email: 'E-Mail',
      role: 'Rolle',
      active: 'Aktiv',
      approver: 'Genehmigend',
      requester: 'Anfragend',
      invite: 'Einladung',
      joined: 'Beigetreten',
    },
    invite: { pending: 'offen', accepted: 'angenommen', expired: 'abgelaufen', revoked: 'widerrufen' },
    sortBy: (column) => `Nach ${column} sortieren`,
  },
)
