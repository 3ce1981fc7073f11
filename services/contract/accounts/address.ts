const ASCII = /^[\0-\x7f]*$/
/** The characters of a domain name. With others, the URL parser would see more than a host. */
const NAME = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E-]+$/u

const partsOf = (address: string): readonly [local: string, domain: string] => {
  const at = address.lastIndexOf('@')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
}

/**
 * Converts the domain to ASCII (IDNA), so that one mailbox is one account: `anna@müller.de` becomes
 * `anna@xn--mller-kva.de`. Returns any other address unchanged.
 */
export const asciiAddress = (address: string): string => {
  const [local, domain] = partsOf(address)
  if (ASCII.test(domain) || !NAME.test(domain)) return address
  try {
    // The URL parser implements IDNA, in the browser and on the server.
    return `${local}@${new URL(`ws://${domain}`).hostname}`
  } catch {
    return address
  }
}

/** Whether the part before the @ has characters that not every mail server accepts. */
export const hasForeignLocalPart = (address: string): boolean => {
  const [local, domain] = partsOf(address)
  return domain !== '' && !ASCII.test(local)
}
