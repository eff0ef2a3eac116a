// Every npm script starts here. If something is missing, this file says so in one sentence, also on an old version of Node. So it is
// JavaScript, and imports nothing.
const scripts = [
	'all',
	'bench',
	'check',
	'editor',
	'forge',
	'mutate',
	'package',
	'recordings',
	'screenshots',
	'soak',
	'start',
	'trials',
	'ui',
	'ui-job',
	'unit',
	'unit-job',
	'watch',
];
const [script] = process.argv.splice(2, 1);

/** @param {string} message */
function stop(message) {
	console.error(`\n${message}\n`);
	process.exit(1);
}

/** @param {string} version */
const major = (version) => Number(version.replace(/^v/, '').split('.')[0]);

// npm runs on the machine's own Node, the scripts on the one in node_modules/.bin.
const npmNode =
	/ node\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? process.versions.node;
if (major(npmNode) < 20) {
	stop(`Tildeforge needs Node 20 or later on the machine, and this is Node ${npmNode}. Install a newer one.`);
}

if (script !== undefined) {
	if (!scripts.includes(script)) stop(`There is no script "${script}". There are: ${scripts.join(', ')}.`);
	if (major(process.versions.node) < 24) {
		stop(
			`The scripts run on the Node 24 that "npm ci" puts into node_modules, and this is Node ${process.versions.node}. ` +
				'Run "npm ci" (with install scripts allowed), then start the script through npm.',
		);
	}
	// When npm is killed, this process gets no signal. It then ends as if it had got one.
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
	}, 1000).unref();
	try {
		await import(`./${script}.ts`);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		// Node can hang if it exits while it still compiles what was just loaded (nodejs/node#54918).
		await new Promise((resolve) => setTimeout(resolve, 100));
		if (error.name === 'Stop') stop(error.message);
		if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && /package '/.test(error.message)) {
			stop(`${error.message.split(' imported')[0]}. Run "npm ci" first.`);
		}
		throw error;
	}
}
