const ASCII = /^[\0-\x7f]*$/
/** What a name of a domain is made of; anything else would be read as more than a name. */
const NAME = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E-]+$/u

const partsOf = (address: string): readonly [local: string, domain: string] => {
  const at = address.lastIndexOf('@')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
}

/**
 * The address with its domain as mail servers know it (IDNA): `anna@müller.de` is `anna@xn--mller-kva.de`, however it was
 * written, so that one mailbox is one account. Every other address stays as it is, letter by letter.
 */
export const asciiAddress = (address: string): string => {
  const [local, domain] = partsOf(address)
  if (ASCII.test(domain) || !NAME.test(domain)) return address
  try {
    // The URL standard says how, in the browser and on the server alike.
    return `${local}@${new URL(`ws://${domain}`).hostname}`
  } catch {
    return address
  }
}

/** Whether there are letters before the @ that not every mail server takes, so that a mail might never arrive. */
export const hasForeignLocalPart = (address: string): boolean => {
  const [local, domain] = partsOf(address)
  return domain !== '' && !ASCII.test(local)
}
