/** Who asks for an offer, with the address of the company. */
export const contact = {
  firstName: 'Anna',
  lastName: 'Muster',
  companyName: 'Muster GmbH',
  street: 'Musterweg',
  houseNumber: '12a',
  zipCode: '01069',
}
