import { randomUUID } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import type { Client } from '#platform/facts/facts.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { createDevice } from './device.ts'

const COMPANY = 'nordwind.example'

/** Addresses without `@nordwind.example`, or whole ones of other companies. */
const ADDRESSES = {
  treasury: `claudia.hoffmann jonas.weber miriam.schaefer henrik.lindqvist aylin.yilmaz
    maximiliane-charlotte.von-hohenstein-bodenburg tobias.krueger zoe.marchand ole.petersen fatima.el-amrani
    stefan.vogt lucia.fernandez-ortega david.osei ingrid.bjornsdottir markus.brandt nele.hansen priya.raghunathan
    sven.albrecht carlotta.di-stefano tim.reuter olga.novikova bastian.engel hannah.roth emre.demir
    juliane.wolff patrick.mcallister sabine.kuhn thanh-ha.nguyen viktor.horvath revision@kanzlei-brandt.example`,
  purchasing: `ruth.castellanos frederik.moeller leila.haddad gunnar.thiel katharina.zimmermann-oberhauser
    paolo.ricci britta.janssen mehmet.aksoy eva.lindner rasmus.holm einkauf@hafenlogistik.example`,
  poland: `agnieszka.wojciechowska piotr.kowalczyk malgorzata.zielinska tomasz.wisniewski ewa.dabrowska
    krzysztof.lewandowski joanna.kaczmarek pawel.szymanski`,
  dalian: `li.wei wang.xiaoming chen.jing zhang.yifan liu.mei zhao.lei`,
  invited: `anton.falk beatrix.von-der-heyden noah.kimmel sofia.papadopoulou controlling@kanzlei-brandt.example`,
} as const
export type Team = keyof typeof ADDRESSES

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
]
const PHONES = [
  [
    'iPhone 16',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Pixel 9',
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  ],
] as const

export type Person = ReturnType<typeof createPerson>

const createPerson = (address: string, position: number, { ADDRESS_KEY }: Pick<Config, 'ADDRESS_KEY'>) => {
  const email = address.includes('@') ? address : `${address}@${COMPANY}`
  // RFC 5737: an address that belongs to no machine.
  const ip = `203.0.113.${10 + position}`
  const [phone, phoneAgent] = PHONES[position % PHONES.length]!
  return {
    userId: randomUUID(),
    email,
    addressHash: addressHash(ADDRESS_KEY, email),
    language: position % 5 === 2 ? ('en' as const) : ('de' as const),
    device: createDevice(phone),
    desk: { ip, device: BROWSERS[position % BROWSERS.length]! } satisfies Client,
    phone: { ip, device: phoneAgent } satisfies Client,
  }
}

/** The sixty people of the demo, by team. */
export const createPeople = (
  config: Pick<Config, 'ADDRESS_KEY'>,
): Readonly<Record<Team, readonly Person[]>> => {
  let position = 0
  const teamOf = (addresses: string) =>
    addresses.split(/\s+/).map((address) => createPerson(address, position++, config))
  return {
    treasury: teamOf(ADDRESSES.treasury),
    purchasing: teamOf(ADDRESSES.purchasing),
    poland: teamOf(ADDRESSES.poland),
    dalian: teamOf(ADDRESSES.dalian),
    invited: teamOf(ADDRESSES.invited),
  }
}

/** Runs the installation, and belongs to no workspace. */
export const createOperator = (config: Pick<Config, 'ADDRESS_KEY'>): Person =>
  createPerson(`operator@${COMPANY}`, 90, config)
