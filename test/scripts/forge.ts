import { startForge } from '../../src/sandbox/forge.ts';
import { options } from '../tools/options.ts';
import { portNumber } from '../tools/ports.ts';
import { Stop } from '../tools/stop.ts';

const { values } = options({ port: { type: 'string', default: '0' } });
const port = portNumber(values.port);

try {
	const forge = await startForge({ port });
	console.log(JSON.stringify(forge.addresses));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void forge.stop());
} catch (error) {
	if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
	throw new Stop(`A port is taken (${error.message}). Choose another: -- --port N.`);
}
