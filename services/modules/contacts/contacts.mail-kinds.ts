import { mailKind, operatorAddress, type MailKind } from '#modules/mails/mail-kind.ts'
import { contactMail } from './contacts.mails.ts'

export const contactMails: readonly MailKind[] = [
  mailKind({
    purpose: 'contact.sent',
    on: 'ContactSent',
    readModels: [],
    recipients: () => [''],
    async prepare({ data }, _recipient, { config }) {
      const { businessEmail: email, businessPhone: phone = null, message } = data
      const { firstName, lastName, wantsUpdates, language } = data
      if (email === null || message === null) return { drop: 'the visitor was erased' }
      const name = `${firstName} ${lastName}`
      const mail = contactMail({ language, email, name, phone, message, wantsUpdates })
      return { to: operatorAddress(config), mail }
    },
  }),
]
