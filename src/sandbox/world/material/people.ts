/** A person of the demo world, as in commits and the From header of mails. */
export interface Person {
	readonly name: string;
	readonly email: string;
	/** The time zone in git's format. */
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
	// These people have no account.
	jürgen: person('Jürgen Weiß', 'juergen.weiss', '+0100'),
	søren: person('Søren Østergård', 'soeren', '+0200'),
	meiling: person('陳美玲', 'meiling.chen', '+0800'),
	priya: person('Priya Raman', 'priya', '+0530'),
} as const;

export type Name = keyof typeof people;

/** Parses a time such as `2025-03-04 17:05` in a person's time zone. */
export type ParseTime = (local: string, person: Person) => Date;

export const parseTime: ParseTime = (local, { zone }) => {
	const date = new Date(`${local.replace(' ', 'T')}:00${zone.slice(0, 3)}:${zone.slice(3)}`);
	if (Number.isNaN(date.getTime())) throw new Error(`invalid time: ${local}`);
	return date;
};
