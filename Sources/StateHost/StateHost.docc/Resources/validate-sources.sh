states validate Sources
