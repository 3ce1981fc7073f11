import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the screen of a change. */
export const changePageTexts = createTexts(
  {
    title: 'Change',
    decision: 'Your decision',
    from: 'Asked for by',
    onlyAdmins: 'Only an active admin of this workspace can decide this.',
    enrolFirst:
      'To approve, first set up this device with your fingerprint, your face or a PIN. You come back here afterwards.',
  },
  {
    title: 'Änderung',
    decision: 'Ihre Entscheidung',
    from: 'Beantragt von',
    onlyAdmins: 'Darüber kann nur ein aktiver Admin dieses Workspace entscheiden.',
    enrolFirst:
      'Richten Sie zum Freigeben zuerst dieses Gerät ein: mit Fingerabdruck, Gesicht oder PIN. Danach kommen Sie hierher zurück.',
  },
)
