import { startForge } from '../../src/sandbox/forge.ts';
import { CannotStart } from '../../src/sandbox/server/cannot-start.ts';
import { allQuirks, type Quirk, quirkNames, quirkSets } from '../../src/sandbox/server/drift.ts';
import { dialectOptions, dialects } from '../graphql-forge/graphql-api.ts';
import { options } from '../tools/options.ts';
import { portNumber } from '../tools/ports.ts';
import { Stop } from '../tools/stop.ts';

const { values } = options({
	port: { type: 'string', default: '0' },
	drift: { type: 'boolean', default: false },
	/** Enables single quirks instead of the combinations that real servers have. */
	quirk: { type: 'string', multiple: true, default: [] },
	/** What the areas that have GraphQL serve. */
	dialect: { type: 'string', default: 'rest' },
	delay: { type: 'string', default: '0' },
	fail: { type: 'string', default: '0' },
	scale: { type: 'string', default: '0' },
	data: { type: 'string' },
});

function parseNumber(name: string, typed: string, most: number): number {
	const value = Number(typed);
	if (typed.trim() === '' || !(value >= 0 && value <= most)) {
		throw new Stop(`--${name} takes a number from 0 to ${most}, not "${typed}".`);
	}
	return value;
}

const isQuirk = (name: string): name is Quirk => quirkNames.some((quirk) => quirk === name);
const sets: Readonly<Record<string, readonly Quirk[]>> = quirkSets;
const quirks: readonly string[] = values.quirk.flatMap((name): readonly string[] => sets[name] ?? [name]);
const unknown = quirks.filter((name) => !isQuirk(name));
if (unknown.length > 0)
	throw new Stop(
		`No quirk is called ${unknown.join(', ')}. There are: ${[...Object.keys(sets), ...quirkNames].join(', ')}.`,
	);
const dialect = dialects.find((name) => name === values.dialect);
if (!dialect) throw new Stop(`--dialect takes ${dialects.join(', ')}, not "${values.dialect}".`);

try {
	const starting = startForge({
		port: portNumber(values.port),
		drift: values.drift ? allQuirks : quirks.filter(isQuirk),
		...dialectOptions(dialect),
		delayMs: parseNumber('delay', values.delay, 60_000),
		fail: parseNumber('fail', values.fail, 1),
		scale: parseNumber('scale', values.scale, 10),
		...(values.data !== undefined && { data: values.data }),
	});
	// Registered before the first output, because its reader may end the process at once.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void starting.then((forge) => forge.stop()));
	}
	const { addresses, smtp, webhookKey, users } = await starting;
	console.log(JSON.stringify({ ...addresses, smtp, webhookKey, users }));
	const { host } = new URL(addresses.identity);
	const setting = JSON.stringify([{ name: host, ...addresses, webhookKey }], undefined, '\t');
	console.log(`\nFor the settings of VS Code:\n"tildeforge.instances": ${setting}`);
} catch (error) {
	if (error instanceof CannotStart) throw new Stop(error.message);
	if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
	throw new Stop(`A port is taken (${error.message}). Choose another: -- --port N.`);
}
