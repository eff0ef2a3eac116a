import { isInDomainOf } from '../../forge/contract/address.ts';
import { allServices, type Instance } from './instance.ts';

/** The hub, unless it is in another domain than the services, such as one that stayed in the settings when the forge moved. */
export function usableHub(instance: Instance): string | undefined {
	const { hub } = instance;
	const services = allServices.flatMap((service) => instance[service] ?? []);
	return hub !== undefined && isInDomainOf(services, hub) ? hub : undefined;
}
