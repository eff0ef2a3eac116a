/** Somebody of the demo world, as they stand in commits and in the From of mails. */
export interface Person {
	readonly name: string;
	readonly email: string;
	/** Of their clock, as git writes it. */
	readonly zone: string;
}

const person = (name: string, local: string, zone: string): Person => ({
	name,
	email: `${local}@example.org`,
	zone,
});

export const people = {
	ana: person('Ana Duarte', 'ana', '+0000'),
	bob: person('Bob Ellis', 'bob', '-0500'),
	carol: person('Carol Nowak', 'carol', '+0100'),
	dave: person('Dave Okafor', 'dave', '+0100'),
	eve: person('Eve Lindqvist', 'eve', '+0200'),
	// These have no account.
	jürgen: person('Jürgen Weiß', 'juergen.weiss', '+0100'),
	søren: person('Søren Østergård', 'soeren', '+0200'),
	meiling: person('陳美玲', 'meiling.chen', '+0800'),
	priya: person('Priya Raman', 'priya', '+0530'),
} as const;

export type Name = keyof typeof people;

/** `2025-03-04 17:05` by somebody's clock. */
export function moment(local: string, { zone }: Pick<Person, 'zone'>): Date {
	const date = new Date(`${local.replace(' ', 'T')}:00${zone.slice(0, 3)}:${zone.slice(3)}`);
	if (Number.isNaN(date.getTime())) throw new Error(`no moment: ${local}`);
	return date;
}
